// Starts scripts after the first paint: earlier, they would compete with the styles for the line and the processor.
const files = document.currentScript?.dataset.files?.split(' ') ?? []
const start = () => {
  for (const file of files) void import(/* @vite-ignore */ file)
}
// The second frame begins once the first has been painted.
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)))
