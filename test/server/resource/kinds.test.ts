/** Kinds of files by their bytes, ranges of a download. */
import { kindOf, unknownKind } from '../../../server/kernel/files/fileKind';
import { rangeIn } from '../../../server/resource/fileRoute';
import { png } from '../../support/png';

const hex = (text: string) => Buffer.concat([Buffer.from(text, 'hex'), Buffer.alloc(64)]);

it.each<[Buffer, string, string]>([
  [png(20, 20), 'a.html', 'image/png'],
  [Buffer.from('%PDF-1.7 and what follows, long enough'), 'a.png', 'application/pdf'],
  [hex('504b0304'), 'b.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  [hex('504b0304'), 'b.constructor', 'application/zip'],
  [hex('d0cf11e0a1b11ae1'), 'c.doc', 'application/msword'],
  [hex('d0cf11e0a1b11ae1'), 'c.msi', unknownKind],
  [hex('0000002066747970'), 'd.mp4', 'video/mp4'],
  [hex('1f8b08'), 'e.tgz', 'application/gzip'],
  [Buffer.from('名称,金额\r\n甲,1\r\n'), 'f.csv', 'text/csv'],
  [Buffer.from('plain text\twith tabs'), 'f.exe', 'text/plain'],
  [Buffer.from('<html><script>alert(1)</script>'), 'g.txt', unknownKind],
  [Buffer.from('\ufeff <!doctype html>'), 'g.txt', unknownKind],
  [Buffer.from('<?xml version="1.0"?><svg/>'), 'g.svg', unknownKind],
  [Buffer.from('a < b'), 'h.txt', unknownKind],
  [Buffer.from([0x61, 0x00, 0x62]), 'i.txt', unknownKind],
  [Buffer.from([0xff, 0xfe, 0x61]), 'i.txt', unknownKind],
  [Buffer.from('MZ\x90\x00', 'latin1'), 'setup.exe', unknownKind],
])('%j called %s is %s', (head, name, kind) => expect(kindOf(head, name)).toBe(kind));

it.each<[string | undefined, unknown]>([
  [undefined, undefined],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=50-1000', { start: 50, end: 99 }],
  ['bytes=100-', null],
  ['bytes=-0', null],
  ['bytes=9-5', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=-', undefined],
  ['lines=0-1', undefined],
])('the range %s of 100 bytes is %j', (header, range) => expect(rangeIn(header, 100)).toEqual(range));
