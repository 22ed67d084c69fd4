/**
 * The page is readable without its scripts. They come after its first drawing, so that they take neither the line from
 * its styles nor the processor.
 */
const files = document.currentScript?.dataset.files?.split(' ') ?? []
const start = () => {
  for (const file of files) void import(/* @vite-ignore */ file)
}
// The second frame begins when the first has been drawn.
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)))
