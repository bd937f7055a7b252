// @i-know-the-amp-plugin-api-is-wip-and-very-experimental-right-now

const cwd = (amp, shell) => shell.dir ?? (amp.system?.workspaceRoot && amp.helpers.filePathFromURI(amp.system.workspaceRoot)) ?? process.cwd()

// Amp takes no answer but "allow" for a command that may run.
export default function (amp) {
  amp.on("tool.call", async (event, ctx) => {
    const shell = amp.helpers.shellCommandFromToolCall(event)
    if (!shell) return { action: "allow" }
    const { denied, asked } = before(event.thread?.id, event.toolUseID, { command: shell.command }, cwd(amp, shell))
    if (denied) return { action: "reject-and-continue", message: denied }
    if (!asked) return { action: "allow" }
    const confirmed = await ctx.ui.confirm({ title: "ctxhook", message: asked + "\n\n" + shell.command, confirmButtonText: "Allow" }).catch(() => false)
    return confirmed ? { action: "allow" } : { action: "reject-and-continue", message: asked }
  })
  amp.on("tool.result", async (event) => {
    const shell = amp.helpers.shellCommandFromToolCall(event)
    if (!shell) return
    const output = typeof event.output === "string" ? event.output : event.output?.output ?? event.error
    after(event.thread?.id, event.toolUseID, { command: shell.command }, cwd(amp, shell), output, event.output?.exitCode)
  })
}
