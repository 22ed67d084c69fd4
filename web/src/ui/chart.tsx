/** The least top of an axis in three steps that reads well: 3, 6, 15, 30, 60, 150… */
export function axisTop(most: number) {
  const tens = 10 ** Math.floor(Math.log10(Math.max(1, most / 3)))
  const step = [1, 2, 5, 10].find((factor) => factor * tens * 3 >= most) ?? 10
  return step * tens * 3
}

/** A figure of a chart that leads to its list: the whole row is the link. */
export const chartLinkClass = 'group -mx-2 rounded-sm px-2 text-ink no-underline'

interface ChartTableProps {
  caption: string
  head: string[]
  rows: (string | number)[][]
}

export function ChartTable({ caption, head, rows }: ChartTableProps) {
  return (
    // A table itself takes the width of its cells, hidden or not.
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {figures.map((figure, place) => (
                <td key={head[place + 1]}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
