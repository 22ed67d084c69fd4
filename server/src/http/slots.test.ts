import { expect, test } from 'vitest'
import { Slots } from './slots.ts'

/** Queues for a slot and notes each place and its turn. */
function join(slots: Slots, name: string, heard: string[], signal?: AbortSignal) {
  const onPlace = (place: number) => heard.push(`${name} waits as ${place}`)
  return slots.acquire({ signal, onPlace }).then((release) => {
    heard.push(`${name} begins`)
    return release
  })
}

test('callers get slots in order and see their place', async () => {
  const slots = new Slots(2)
  const heard: string[] = []
  const first = await join(slots, 'a', heard)
  await join(slots, 'b', heard)
  const third = join(slots, 'c', heard)
  const fourth = join(slots, 'd', heard)
  first()
  first()
  ;(await third)()
  await fourth
  expect(heard).toEqual([
    'a begins',
    'b begins',
    'c waits as 1',
    'd waits as 2',
    'd waits as 1',
    'c begins',
    'd begins',
  ])
})

test('a caller who leaves the queue makes room', async () => {
  const slots = new Slots(1)
  const heard: string[] = []
  const release = await slots.acquire()
  const left = new AbortController()
  const leaving = join(slots, 'a', heard, left.signal)
  const staying = join(slots, 'b', heard)
  left.abort()
  await expect(leaving).rejects.toThrow('aborted')
  release()
  ;(await staying)()
  expect(heard).toEqual(['a waits as 1', 'b waits as 2', 'b waits as 1', 'b begins'])
  await slots.acquire()
})
