// Without Intl and not in `format.ts`, as the client's page loads this file.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const monthAndDay = (date: Date) => `${MONTHS[date.getMonth()]} ${date.getDate()}`

/** 'Nov 20, 2026' */
export const fullDay = (date: Date) => `${monthAndDay(date)}, ${date.getFullYear()}`

export const isThisYear = (date: Date) => date.getFullYear() === new Date().getFullYear()

/** 'Nov 20'; with the year unless it is this one. */
export const shortDay = (date: Date) => (isThisYear(date) ? monthAndDay(date) : fullDay(date))
