import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { BackToLogin, Entrance, Notice, Waiting } from './entrance.tsx'
import { finishAtReturn, type ProviderReturn } from './provider.ts'
import { loginFailure } from './sign-in.ts'

// A provider's reply counts once, however often the page is mounted.
let finish: Promise<string | undefined> | undefined

export default function ProviderReturnPage() {
  const answer = useSearch({ strict: false }) as ProviderReturn
  const [failure, setFailure] = useState<string>()
  const navigate = useNavigate()
  useEffect(() => {
    finish ??= finishAtReturn(answer)
    finish
      // The login screen continues from there: to a second step, or to `next`.
      .then((next) =>
        navigate({ to: '/login', search: (next ? { next } : {}) as never, replace: true }),
      )
      .catch((error) => setFailure(loginFailure(error)))
  }, [answer, navigate])
  return (
    <Entrance title="Sign In">
      {failure ? (
        <>
          <Notice>{failure}</Notice>
          <p className="text-center">
            <BackToLogin />
          </p>
        </>
      ) : (
        <Waiting />
      )}
    </Entrance>
  )
}
