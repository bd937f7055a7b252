// Loads a plugin as its agent does, has it see three commands, and prints what came
// of each: host.mjs opencode|amp PLUGIN
import { pathToFileURL } from "node:url"

const [agent, file] = process.argv.slice(2)
const plugin = (await import(pathToFileURL(file))).default
const commands = ["echo deny", "echo ask", "echo fine"]

// OpenCode 2 asks its permission hooks after those that come before a tool.
const opencode = async () => {
  const hooks = {}
  const domain = (name) => ({ hook: async (event, f) => { hooks[name + "." + event] = f } })
  await plugin.setup({}) // as OpenCode 1 does
  await plugin.setup({ location: { directory: "/p" }, tool: domain("tool"), permission: domain("permission"), session: domain("session") })
  await hooks["session.prompt"]({ sessionID: "s", prompt: { text: "clean up" } })
  for (const [i, command] of commands.entries()) {
    const call = { tool: "shell", sessionID: "s", messageID: "m", id: "call_" + i, input: { command } }
    const permission = { sessionID: "s", action: "shell", resources: [command], source: { type: "tool", messageID: "m", id: call.id }, effect: "allow" }
    try {
      await hooks["tool.execute.before"](call)
      await hooks["permission.evaluate"](permission)
    } catch (error) {
      permission.effect = "thrown"
      permission.message = error.message
    }
    const done = { ...call, status: "completed", result: { content: "out", metadata: { exit: 1 } } }
    if (permission.effect === "allow") await hooks["tool.execute.after"](done)
    console.log(permission.effect, permission.message ?? done.result.content)
  }
  const unseen = { sessionID: "s", action: "shell", resources: ["echo deny"], effect: "allow" }
  await hooks["permission.evaluate"](unseen)
  console.log(unseen.effect, unseen.message)
}

const amp = async () => {
  const hooks = {}
  const helpers = { shellCommandFromToolCall: ({ input }) => (input.command ? { command: input.command } : null), filePathFromURI: (uri) => uri }
  plugin({ on: (event, f) => { hooks[event] = f }, helpers, system: { workspaceRoot: "/p" } })
  const context = { ui: { confirm: async () => true } }
  const alone = { ui: { confirm: async () => { throw new Error("no user") } } }
  for (const [i, command] of [...commands, undefined].entries()) {
    for (const ctx of command === "echo ask" ? [context, alone] : [context]) {
      const event = { tool: "Bash", toolUseID: "call_" + i, thread: { id: "t" }, input: { command } }
      const { action, message = "" } = await hooks["tool.call"](event, ctx)
      console.log(action, message)
      if (action === "allow") await hooks["tool.result"]({ ...event, status: "done", output: { output: "out", exitCode: 1 } })
    }
  }
}

await { opencode, amp }[agent]()
