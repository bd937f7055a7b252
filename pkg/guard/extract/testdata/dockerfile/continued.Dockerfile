FROM alpine
RUN set -eux; \
	# a comment \
	for f in a b; do \
		echo "$f # no comment"; \

	done; \
	echo 'two \\
RUN echo it is \  
  over
ENV A=b \
    C=d
LABEL x="RUN no"
HEALTHCHECK NONE
ENTRYPOINT [ "sh" , "-ec" , "a\tb" ]
RUN --mount=type=secret,id=x --security=insecure cat /run/secrets/x
RUN bash <<'A' && cat <<B
echo $HOME
A
text
B
ONBUILD RUN ["rm", "-rf", "/x"]
