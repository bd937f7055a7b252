
// OpenCode 1, which has no way to ask.
const server = async ({ directory }) => ({
  "tool.execute.before": async ({ tool, sessionID, callID }, { args }) => {
    if (tool !== "bash") return
    const { denied, asked } = before(sessionID, callID, args, args.workdir ?? directory)
    if (denied || asked) throw new Error(denied || asked)
  },
  "tool.execute.after": async ({ tool, sessionID, callID, args }, result) => {
    if (tool === "bash") result.output += after(sessionID, callID, args, args?.workdir ?? directory, result.output, result.metadata?.exit)
  },
  "chat.message": async ({ sessionID }, { parts }) => {
    prompted(sessionID, parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text).join("\n"), directory)
  },
  event: async ({ event }) => {
    if (event.type === "session.created") started(event.properties.info.id, directory)
  },
})

// OpenCode 2. OpenCode 1 calls it, too, with a context that has no tools.
const setup = async (ctx) => {
  if (!ctx.tool?.hook) return
  const directory = ctx.location?.directory
  const judged = new Map() // why to ask about a call, "" for no reason
  await ctx.tool.hook("execute.before", ({ tool, sessionID, id, input }) => {
    if (tool !== "shell" && tool !== "bash") return
    const { denied, asked } = before(sessionID, id, input, input.workdir ?? directory)
    if (denied || asked && !ctx.permission?.hook) throw new Error(denied || asked)
    judged.set(id, asked)
  })
  await ctx.permission?.hook?.("evaluate", (event) => {
    if (event.action !== "shell" && event.action !== "bash" || event.effect === "deny") return
    const id = event.source?.id
    const { denied, asked } = judged.has(id) ? { asked: judged.get(id) } : before(event.sessionID, id, { command: event.resources.join("\n") }, directory)
    if (!denied && !asked) return
    event.effect = denied ? "deny" : "ask"
    event.message = denied || asked
  })
  await ctx.tool.hook("execute.after", (event) => {
    const { tool, sessionID, id, input, result, error } = event
    if (tool !== "shell" && tool !== "bash") return
    judged.delete(id)
    const parts = typeof result?.content === "string" ? [{ text: result.content }] : result?.content ?? []
    const output = parts.map((part) => part.text ?? "").join("\n") || error?.message
    const more = after(sessionID, id, input, input?.workdir ?? directory, output, result?.metadata?.exit)
    if (more && typeof result?.content === "string") result.content += more
    else if (more && result?.content) result.content.push({ type: "text", text: more })
  })
  await ctx.session?.hook?.("prompt", (event) => { prompted(event.sessionID, event.prompt?.text ?? "", directory) })
}

export default { id: "ctxhook", server, setup }
