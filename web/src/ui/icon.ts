import { createElement, type SVGProps } from 'react'

type Node = [tag: string, attributes: Record<string, string>][]

/** Replaces lucide's function (vite.config.ts), which delays a slow phone's first screen by 90 ms. */
export default function createIcon({ node }: { node: Node }) {
  const parts = node.map(([tag, attributes]) => createElement(tag, attributes))
  return (props: SVGProps<SVGSVGElement>) => createElement('svg', { ...LOOK, ...props }, parts)
}

const LOOK = {
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
