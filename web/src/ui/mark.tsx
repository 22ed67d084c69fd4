import { firm } from '../lib/firm.ts'

/** Decorative, as the firm's name stands beside it. `size`: height in pixels. */
export function Mark({ size = 32, name = firm.name }: { size?: number; name?: string }) {
  if (firm.logo) return <img src={firm.logo} alt="" height={size} style={{ height: size }} />
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <g fill="none" stroke="var(--accent)">
        <circle cx="16" cy="16" r="15.25" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
        <circle cx="16" cy="16" r="13" vectorEffect="non-scaling-stroke" />
      </g>
      <text
        x="16"
        y="21.1"
        textAnchor="middle"
        fill="var(--accent)"
        fontFamily="var(--serif)"
        fontSize="15"
        fontWeight="600"
      >
        {name.trim().charAt(0).toUpperCase()}
      </text>
    </svg>
  )
}
