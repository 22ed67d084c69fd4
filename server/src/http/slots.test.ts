import { expect, test } from 'vitest'
import { Slots } from './slots.ts'

/** Queues for a slot and notes its turn. */
async function join(slots: Slots, name: string, heard: string[], signal?: AbortSignal) {
  const release = await slots.acquire(signal)
  heard.push(name)
  return release
}

test('gives callers slots in order, each slot once', async () => {
  const slots = new Slots(2)
  const heard: string[] = []
  const first = await join(slots, 'a', heard)
  await join(slots, 'b', heard)
  const third = join(slots, 'c', heard)
  const fourth = join(slots, 'd', heard)
  first()
  first()
  const release = await third
  expect(heard).toEqual(['a', 'b', 'c'])
  release()
  await fourth
  expect(heard).toEqual(['a', 'b', 'c', 'd'])
})

test('makes room when a caller leaves the queue', async () => {
  const slots = new Slots(1)
  const heard: string[] = []
  const release = await slots.acquire()
  const left = new AbortController()
  const leaving = join(slots, 'a', heard, left.signal)
  const staying = join(slots, 'b', heard)
  left.abort()
  await expect(leaving).rejects.toThrow('aborted')
  expect(slots.waiting).toBe(1)
  release()
  ;(await staying)()
  expect(heard).toEqual(['b'])
  await slots.acquire()
})
