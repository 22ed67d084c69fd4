import { useState } from 'react'

interface MailFrameProps {
  title: string
  html: string
  /** Links work, and open in a new tab. */
  openLinks?: boolean
  className?: string
}

/** Nothing in the mail can run or reach the page. A new frame for each version avoids flashes and history entries. */
export function MailFrame({ title, html, openLinks = false, className = '' }: MailFrameProps) {
  const [drawn, setDrawn] = useState(html)
  const frames = drawn === html ? [html] : [drawn, html]
  return (
    <div className={`relative ${className}`}>
      {frames.map((source) => (
        <iframe
          key={source}
          title={title}
          sandbox={openLinks ? 'allow-popups allow-popups-to-escape-sandbox' : ''}
          srcDoc={inNewTabs(source)}
          aria-hidden={source !== drawn || undefined}
          onLoad={() => setDrawn(source)}
          className={`size-full border-0 ${source === drawn ? '' : 'invisible absolute inset-0'}`}
        />
      ))}
    </div>
  )
}

/** Within the frame, a followed link would replace the letter. A sandbox without tabs follows no link at all. */
const inNewTabs = (html: string) => html.replace('<head>', '<head><base target="_blank">')
