# With remind_at_stop an agent hears that it edited after the last run, unless it edited prose
project node-todo
needs node npm
shell mkdir -p ~/.config/ctxhook && echo 'remind_at_stop: true' > ~/.config/ctxhook/config.yaml
session s1
run npm test
silent
write NOTES.md <<
Nothing that a test reads.
.
stop
silent
edit print.js s/'x'/'v'/
prompt go on
stop
wants: has not run since
