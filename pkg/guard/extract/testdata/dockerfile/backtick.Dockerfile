# escape=`
FROM alpine
RUN echo a `
  && echo b
RUN echo c\
RUN echo d