import { buttonClass } from '../ui/button.tsx'

/** A figure of a chart that leads to its list: the whole row is the link. */
export const chartLinkClass = 'group -mx-2 rounded-sm px-2 text-ink no-underline'

export const sheetLinkClass = buttonClass({ variant: 'link', size: 'inline' })
