/** Cron expressions by the grammar of Quartz, which is narrower than that of the library that looks for the moments. */

/** Why a text is no expression of Quartz: `days` where it is not one of its two fields of days that is `?`. */
export type QuartzFault = 'grammar' | 'days';

interface Field {
  least: number;
  most: number;
  /** Largest step. */
  step: number;
  names?: readonly string[];
  /** Ranges do not go on after the last value. */
  isLine?: true;
}

const months = 'JAN,FEB,MAR,APR,MAY,JUN,JUL,AUG,SEP,OCT,NOV,DEC'.split(',');
const weekdays = 'SUN,MON,TUE,WED,THU,FRI,SAT'.split(',');
const firstYear = 1970;
const lastYear = 2099;
const [second, hour] = [
  { least: 0, most: 59, step: 59 },
  { least: 0, most: 23, step: 23 },
];
const dayOfMonth: Field = { least: 1, most: 31, step: 31 };
const month: Field = { least: 1, most: 12, step: 12, names: months };
const dayOfWeek: Field = { least: 1, most: 7, step: 7, names: weekdays };
const year: Field = { least: firstYear, most: lastYear, step: lastYear, isLine: true };

function numberIn(text: string, { least, most, names }: Field): number | undefined {
  const named = names?.indexOf(text) ?? -1;
  const number = named >= 0 ? named + least : /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

/** The values of `*`, `5`, `5-9`, `FRI-MON`, each perhaps with a step; undefined for anything else. */
function valuesOf(piece: string, field: Field): number[] | undefined {
  const [, from, to, stepText] = /^(\*|[A-Z\d]+|(?=\/))(?:-([A-Z\d]+))?(?:\/(\d{1,4}))?$/.exec(piece) ?? [];
  if (from === undefined) return undefined;
  const step = stepText === undefined ? 1 : Number(stepText);
  const isAll = from === '*' || from === '';
  const first = isAll ? field.least : numberIn(from, field);
  const wanted = to === undefined ? (isAll || stepText !== undefined ? field.most : first) : numberIn(to, field);
  if (first === undefined || wanted === undefined || (isAll && to !== undefined)) return undefined;
  if (step < 1 || step > field.step || (field.isLine && wanted < first)) return undefined;
  const size = field.most - field.least + 1;
  const last = wanted < first ? wanted + size : wanted;
  return Array.from(
    { length: Math.floor((last - first) / step) + 1 },
    (_, at) => ((first + at * step - field.least) % size) + field.least,
  );
}

/** The values of a field, in order; undefined where one of its pieces is none. */
function listOf(text: string, field: Field): number[] | undefined {
  const all: number[] = [];
  for (const piece of text.split(',')) {
    const values = valuesOf(piece, field);
    if (!values) return undefined;
    all.push(...values);
  }
  return [...new Set(all)].sort((a, b) => a - b);
}

/** `*` stays, so that the library knows that a field decides nothing. */
function patternOf(text: string, field: Field): string | undefined {
  return text === '*' ? text : listOf(text, field)?.join(',');
}

function isLeap(one: number): boolean {
  return (one % 4 === 0 && one % 100 !== 0) || one % 400 === 0;
}
const leapYears = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => firstYear + at).filter(isLeap);
const commonYears = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => firstYear + at).filter(
  (one) => !isLeap(one),
);
/** Months by their length, with the years in which they have it. */
const lengths: readonly { days: number; months: readonly number[]; years?: readonly number[] }[] = [
  { days: 31, months: [1, 3, 5, 7, 8, 10, 12] },
  { days: 30, months: [4, 6, 9, 11] },
  { days: 28, months: [2], years: commonYears },
  { days: 29, months: [2], years: leapYears },
];

/** Some days before the last of a month: another day in months of each length. */
function beforeLast(back: number, suffix: string, monthText: string, yearText: string): string[][] | undefined {
  const [wanted, inYears] = [listOf(monthText, month), listOf(yearText, year)];
  if (!wanted || !inYears) return undefined;
  return lengths.flatMap(({ days, months: long, years }) => {
    const [ofLength, fitting] = [
      wanted.filter((one) => long.includes(one)),
      years ? inYears.filter((one) => years.includes(one)) : inYears,
    ];
    if (days <= back || ofLength.length === 0 || fitting.length === 0) return [];
    return [[`${days - back}${suffix}`, ofLength.join(','), fitting.join(',')]];
  });
}

/** Days of the month, months and years, in each of the patterns that they need together. */
function datesOf(day: string, monthText: string, yearText: string): string[][] | undefined {
  const [, back, suffix = ''] = /^L-(\d{1,2})(W?)$/.exec(day) ?? [];
  if (back !== undefined) return Number(back) > 30 ? undefined : beforeLast(Number(back), suffix, monthText, yearText);
  const [, nearest] = /^(\d{1,2})W$/.exec(day) ?? [];
  const isSpecial = day === '?' || day === 'L' || day === 'LW' || (nearest && numberIn(nearest, dayOfMonth));
  const days = day === '?' ? '*' : isSpecial ? day : patternOf(day, dayOfMonth);
  const [inMonths, inYears] = [patternOf(monthText, month), patternOf(yearText, year)];
  return days && inMonths && inYears ? [[days, inMonths, inYears]] : undefined;
}

/** Days of the week: the last of a month `6L`, one of several `6#3`, and `L` alone for Saturday. */
function weekdaysOf(text: string): string | undefined {
  if (text === '?') return '*';
  if (text === 'L') return String(dayOfWeek.most);
  const [, name, which] = /^([A-Z]{3}|\d)(L|#[1-5])$/.exec(text) ?? [];
  if (name === undefined) return patternOf(text, dayOfWeek);
  const number = numberIn(name, dayOfWeek);
  return number === undefined ? undefined : `${number}${which}`;
}

/** The patterns for the library whose moments together are those of an expression, or why it is none. */
export function quartzPatterns(expression: string): string[] | QuartzFault {
  const parts = expression.trim().toUpperCase().split(/\s+/);
  if (parts.length !== 6 && parts.length !== 7) return 'grammar';
  const [seconds, minutes, hours, day, monthText, weekday, yearText = '*'] = parts as [
    ...[string, string, string, string, string, string],
    string?,
  ];
  const times = [patternOf(seconds, second), patternOf(minutes, second), patternOf(hours, hour)];
  const dates = datesOf(day, monthText, yearText);
  const inWeek = weekdaysOf(weekday);
  if (times.includes(undefined) || !dates || inWeek === undefined) return 'grammar';
  if ((day === '?') === (weekday === '?')) return 'days';
  return dates.map(([days, inMonths, inYears]) => [...times, days, inMonths, inWeek, inYears].join(' '));
}
