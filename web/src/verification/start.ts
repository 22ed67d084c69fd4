// Starts scripts after the first drawing: before, they would take the line from the styles, and the processor.
const files = document.currentScript?.dataset.files?.split(' ') ?? []
const start = () => {
  for (const file of files) void import(/* @vite-ignore */ file)
}
// The second frame begins when the first has been drawn.
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)))
