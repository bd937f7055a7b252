
const session = (ctx) => ctx.sessionManager.getSessionId()

export default function (pi) {
  pi.on("session_start", async (_, ctx) => { started(session(ctx), ctx.cwd) })
  pi.on("input", async (event, ctx) => {
    if (event.source !== "extension") prompted(session(ctx), event.text, ctx.cwd)
  })
  pi.on("tool_call", async (event, ctx) => {
    if (event.toolName !== "bash") return
    const { denied, asked } = before(session(ctx), event.toolCallId, event.input, ctx.cwd)
    if (denied) return { block: true, reason: denied }
    if (asked && !(ctx.hasUI && await ctx.ui.confirm("ctxhook", asked + "\n\n" + event.input.command))) return { block: true, reason: asked }
  })
  pi.on("tool_result", async (event, ctx) => {
    if (event.toolName !== "bash") return
    const text = event.content.map((part) => part.text ?? "").join("\n")
    const [output, code] = text.split(/\s*Command exited with code (\d+)\s*$/)
    const exit = code ? Number(code) : event.isError ? undefined : 0
    const more = after(session(ctx), event.toolCallId, event.input, ctx.cwd, output, exit)
    if (more) return { content: [...event.content, { type: "text", text: more }] }
  })
}
