/** What stands above a report: which it is, with which parameters, made when and by whom. */
import { type Language, label, textIn } from '../../domain/text';
import { flagText } from '../../schema/columns';
import type { ReportSpec } from '../../schema/report';
import type { ReportResult } from '.';

const texts = {
  span: label('期间', 'Period'),
  to: label('至', 'to'),
  asOf: label('生成时间', 'Made at'),
  by: label('生成人', 'Made by'),
};

/** Pairs of a heading and a text, for the page, the print and the files. Parameters without a value are left out. */
export function linesOf(
  { parameters }: Pick<ReportSpec, 'parameters'>,
  { params, titles, span, asOf, by }: Omit<ReportResult, 'tables'>,
  language: Language,
): (readonly [heading: string, text: string])[] {
  const named = Object.entries(parameters).flatMap(([name, field]): (readonly [string, string])[] => {
    const value = params[name];
    if (!value || name === 'from' || name === 'to') return [];
    if (field.kind === 'flag' && value !== '1') return [];
    const text =
      field.kind === 'flag'
        ? flagText(1, language)
        : (textIn(field.choices?.[value], language) ?? titles[name] ?? value);
    return [[textIn(field.label, language), text]];
  });
  const hasEnds = span !== null && span.to < '9999';
  return [
    ...named,
    ...(hasEnds
      ? ([[textIn(texts.span, language), `${span.from} ${textIn(texts.to, language)} ${span.to}`]] as const)
      : []),
    [textIn(texts.asOf, language), asOf],
    [textIn(texts.by, language), by],
  ];
}
