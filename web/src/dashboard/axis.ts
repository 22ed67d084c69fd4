/** The least top of an axis in three steps that reads well: 3, 6, 15, 30, 60, 150… */
export function axisTop(most: number) {
  const tens = 10 ** Math.floor(Math.log10(Math.max(1, most / 3)))
  const step = [1, 2, 5, 10].find((factor) => factor * tens * 3 >= most) ?? 10
  return step * tens * 3
}
