// Opened from a folder, a page may not start a worker. The search then runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      frame.receive = (data) => this.dispatchEvent(new MessageEvent("message", { data }))
      frame.srcdoc =
        "<script>postMessage = (data) => frameElement.receive(data)</script>" +
        `<script src="${url}"></script>`
      this.started = new Promise((resolve) => frame.addEventListener("load", resolve))
      this.frame = frame
      document.body.append(frame)
    }

    async postMessage(data) {
      await this.started
      this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }))
    }
  }
}
