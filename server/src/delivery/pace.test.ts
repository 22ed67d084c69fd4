import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

const goesOn = () => false

test('sends without waiting if no rate is set', () => {
  const pace = new Pace()
  for (let n = 0; n < 1000; n++) expect(pace.take()).toBe(true)
})

test('never exceeds the rate in a second, however late mails are', async () => {
  const pace = new Pace(20)
  const left: number[] = []
  for (let n = 0; n < 50; n++) {
    await pace.keep((slot) => slot(goesOn))
    left.push(performance.now())
    if (n % 7 === 0) await sleep(90)
  }
  for (const [n, at] of left.entries()) {
    const twentyLater = left[n + 20]
    if (twentyLater !== undefined) expect(twentyLater - at).toBeGreaterThan(1000)
  }
  // Missed slots are made up for.
  expect(left.at(-1)! - left[0]!).toBeLessThan(3500)
})

test('gives slots in the order of the requests', async () => {
  const pace = new Pace(20)
  const order: number[] = []
  const leave = (n: number) => pace.keep((slot) => slot(goesOn).then(() => order.push(n)))
  await Promise.all([1, 2, 3, 4].map(leave))
  expect(order).toEqual([1, 2, 3, 4])
})

test('gives no slot to a mail whose connection closed', async () => {
  const pace = new Pace(2)
  const told: number[] = []
  const left: number[] = []
  const leave = (n: number, isClosed = goesOn) =>
    pace.keep(async (slot) => {
      told.push(n)
      if (n === 4) expect(left.length).toBeGreaterThan(1)
      await slot(isClosed)
      if (!isClosed()) left.push(n)
    })
  await leave(0)
  await Promise.all([leave(1, () => true), leave(2), leave(3), leave(4)])
  expect(told).toEqual([0, 1, 2, 3, 4])
  expect(left).toEqual([0, 2, 3, 4])
})

test('spaces mails at less than one a second', () => {
  const pace = new Pace(0.1)
  expect(pace.take()).toBe(true)
  expect(pace.take()).toBe(false)
  expect(pace.waitMs).toBeGreaterThan(9000)
})
