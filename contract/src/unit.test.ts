import { expect, test } from 'vitest'
import { joinUnit, splitUnit, unitOf } from './suggestions.ts'

test.each([
  ['12 Elm St, Apt 3', '12 Elm St', 'Apt 3'],
  ['12 Elm St, APT. 3-B', '12 Elm St', 'APT. 3-B'],
  ['12 Elm St, Unit 12', '12 Elm St', 'Unit 12'],
  ['12 Elm St, # 4', '12 Elm St', '# 4'],
  ['12 Elm St, #4B', '12 Elm St', '#4B'],
  ['12 Elm St, Apt #4', '12 Elm St', 'Apt #4'],
  ['12 Elm St, 3rd Floor', '12 Elm St', '3rd Floor'],
  ['12 Elm St, Bldg 2, Suite 300', '12 Elm St, Bldg 2', 'Suite 300'],
])('splits %j', (address, street, unit) => {
  expect(splitUnit(address)).toEqual({ street, unit })
  expect(joinUnit({ street, unit })).toBe(address)
})

test.each([
  '12 Elm St',
  '12 Elm St Apt 3',
  '12 Elm St,Apt 3',
  '12 Elm St , Apt 3 ',
  '12 Elm St, Rear',
  '12 Elm St, Unity Square',
  '12 Elm St, Apt 3, c/o Lee',
  ', Apt 3',
  '',
])('finds no unit to split off in %j', (address) => {
  expect(splitUnit(address)).toEqual({ street: address, unit: '' })
})

test('adds no comma to a street without a unit', () => {
  expect(joinUnit({ street: '12 Elm St', unit: ' ' })).toBe('12 Elm St')
  expect(joinUnit({ street: ' ', unit: 'Apt 3' })).toBe(' ')
})

test.each([
  ['12 Elm St, Apt 3', 'Apt 3'],
  ['12 Elm St Apt 3', 'Apt 3'],
  ['12 Elm St #4', '#4'],
  ['12 Elm St', ''],
  ['5 Suite Lane', ''],
  ['12 Floor St', ''],
])('finds the unit of %j: %j', (address, unit) => expect(unitOf(address)).toBe(unit))
