# The image of the program for teams: for what an administrator runs on a schedule
# (init-schema, retain, report), and for machines that are containers. "release image"
# writes the directory it is built in.
FROM alpine:3.23.5@sha256:fd791d74b68913cbb027c6546007b3f0d3bc45125f797758156952bc2d6daf40
ARG TARGETPLATFORM
COPY $TARGETPLATFORM/ctxhook-fleet /usr/local/bin/ctxhook-fleet
COPY $TARGETPLATFORM/LICENSE $TARGETPLATFORM/THIRD-PARTY.md /usr/share/licenses/ctxhook-fleet/
RUN adduser -D -u 1000 fleet
USER fleet
ENTRYPOINT ["/usr/local/bin/ctxhook-fleet"]
CMD ["status"]
