import { useState } from 'react'

interface MailFrameProps {
  title: string
  html: string
  /** Its links lead somewhere, in a tab of their own. */
  openLinks?: boolean
  className?: string
}

/** Nothing in the mail runs or reaches the page. A new frame for each version avoids a flash and history entries. */
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

/** A link followed within the frame would put the frame in the letter's place; a sandbox without tabs follows none. */
const inNewTabs = (html: string) => html.replace('<head>', '<head><base target="_blank">')
