/** Vehicle identification numbers (GB 16735, ISO 3779): 17 characters without I, O and Q, the ninth a check digit. */

/** What each character counts, as the standard lists them. */
const values: Readonly<Record<string, number>> = Object.fromEntries(
  ['0', '1AJ', '2BKS', '3CLT', '4DMU', '5ENV', '6FW', '7GPX', '8HY', '9RZ'].flatMap((letters, value) =>
    [...letters].map((letter) => [letter, value]),
  ),
);
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** The ninth character that the others ask for: 0 to 9, or X. The text must be 17 permitted characters. */
export function vinCheck(vin: string): string {
  const sum = [...vin].reduce((total, letter, at) => total + values[letter]! * weights[at]!, 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** A serial number as it is stored and compared: without blanks, in capitals. */
export function plainSerial(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}

/** Why the text is no VIN: of another form, or with a wrong check digit; undefined when it is one. */
export function judgeVin(text: string): 'badFormat' | 'badCheckDigit' | undefined {
  const vin = plainSerial(text);
  if (!/^[0-9A-HJ-NPR-Z]{17}$/.test(vin)) return 'badFormat';
  return vin[8] === vinCheck(vin) ? undefined : 'badCheckDigit';
}
