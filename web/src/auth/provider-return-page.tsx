import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { BackToLogin, Entrance, Notice, Waiting } from './entrance.tsx'
import { finishAtReturn, type ProviderReturn } from './provider.ts'
import { loginFailure } from './sign-in.ts'

// Outside the component, so that a second mount does not use the provider's reply again.
let finish: Promise<string | undefined> | undefined

export default function ProviderReturnPage() {
  const answer = useSearch({ strict: false }) as ProviderReturn
  const [failure, setFailure] = useState<string>()
  const navigate = useNavigate()
  useEffect(() => {
    finish ??= finishAtReturn(answer)
    finish
      // The login screen continues: with a second step, or at `next`.
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
