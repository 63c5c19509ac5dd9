import { judgeVin, plainSerial, vinCheck } from '../../../../contract/domain/papers/vin';

it('a VIN has 17 characters, of which the ninth checks the others', () => {
  // The examples of the standards, one with the digit X.
  for (const vin of ['1M8GDM9AXKP042788', '11111111111111111', '1HGBH41JXMN109186', '5GZCZ43D13S812715'])
    expect([vin, judgeVin(vin)]).toEqual([vin, undefined]);
  const vin = '1HGBH41JXMN109186';
  for (let at = 0; at < vin.length; at++) {
    const other = [...vin].map((letter, place) => (place === at ? (letter === '7' ? '9' : '7') : letter)).join('');
    if (at !== 8 && vinCheck(other) === vinCheck(vin)) continue; // characters of one value are not told apart
    expect([other, judgeVin(other)]).toEqual([other, 'badCheckDigit']);
  }
  for (const odd of ['1HGBH41JXMN10918', '1HGBH41JXMN1091866', 'OHGBH41JXMN109186', '车HGBH41JXMN109186'])
    expect([odd, judgeVin(odd)]).toEqual([odd, 'badFormat']);
});

it('is compared without blanks and in capitals', () => {
  expect(plainSerial(' 1hgbh41j xmn109186\n')).toBe('1HGBH41JXMN109186');
});
