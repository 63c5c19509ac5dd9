import { type MergeFieldName, mergeField, mergeFields } from '../../../../contract/domain/wording/mergeFields';
import { stored, titled } from '../../../../src/features/esign/contractTemplate/editing';

describe.each(['zh', 'en'] as const)('the wording that people edit (%s)', (language) => {
  it('has merge fields by titles that no other has, and is stored by their names', () => {
    const names = Object.keys(mergeFields) as MergeFieldName[];
    const text = names.map((name) => `，{{${name}}}`).join('');
    const shown = titled(text, language);
    for (const name of names) expect(shown).toContain(`{{${mergeField(name).title[language === 'zh' ? 0 : 1]}}}`);
    expect(shown).not.toMatch(/\{\{[a-z]+[A-Z]/);
    expect(stored(shown, language)).toBe(text);
  });

  it('keeps what is no merge field, and braces that are none', () => {
    const text = '{{noSuchField}} 与 {{ 和 【账号】';
    expect(titled(text, language)).toBe(text);
    expect(stored(text, language)).toBe(text);
  });
});
