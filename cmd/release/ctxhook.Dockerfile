# The image for CI: ctxhook, git for "lint --diff", and a shell, which GitLab
# needs. "release image" writes the directory it is built in.
FROM alpine:3.23.5@sha256:fd791d74b68913cbb027c6546007b3f0d3bc45125f797758156952bc2d6daf40
ARG TARGETPLATFORM
RUN apk add --no-cache git && git config --system --add safe.directory '*'
COPY $TARGETPLATFORM/ctxhook /usr/local/bin/ctxhook
COPY $TARGETPLATFORM/LICENSE $TARGETPLATFORM/THIRD-PARTY.md /usr/share/licenses/ctxhook/
ENTRYPOINT ["/usr/local/bin/ctxhook"]
CMD ["lint"]
