import { resume } from '@attest/contract/dashboard'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../ui/button.tsx'

/** Ends a pause of all sending. @param goesOn what starts again, in words */
export function ResumeButton({ goesOn, isSmall }: { goesOn: string; isSmall?: boolean }) {
  const action = useAction(resume, {
    success: { title: 'Resumed', text: goesOn },
    failure: { title: 'Not resumed', text: 'Please try again.' },
  })
  return (
    <Button
      variant="primary"
      {...(isSmall ? { size: 'sm' } : { className: 'max-md:w-full' })}
      blocked={action.isPending}
      onClick={() => action.mutate({})}
    >
      Resume
    </Button>
  )
}
