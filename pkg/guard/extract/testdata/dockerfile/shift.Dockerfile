FROM alpine
RUN echo $((1 <<2)) done
RUN echo next
