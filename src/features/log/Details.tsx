import { useTranslation } from 'react-i18next';
import { textIn } from '../../../contract/domain/text';
import { Dash } from '../../ui/layout/figures';
import { text } from '../../ui/layout/text';
import { Verbatim } from '../../ui/layout/Verbatim';
import { PageLink } from '../crud/links';
import type { FieldInputProps } from '../crud/screen';

/** JSON with one member a line; any other text as it is. */
export function spread(held: string): string {
  try {
    return JSON.stringify(JSON.parse(held), null, 2);
  } catch {
    return held;
  }
}

/** A long text of a log: parameters, data, a stack. A log always has the text; null is what the server withholds. */
export function LongText({ name, field, draft, format }: FieldInputProps) {
  const { t } = useTranslation();
  if (draft[name] === null) return <span className={text.caption}>{t('logText.withheld')}</span>;
  const held = String(draft[name] ?? '');
  if (held === '') return <Dash />;
  return <Verbatim label={textIn(field.label, format.language)}>{spread(held)}</Verbatim>;
}

/** The number of a request; it opens the calls that the API log has of it. */
export function RequestLink({ id }: { id: string }) {
  if (id === '') return <Dash />;
  return (
    <PageLink to={{ feature: 'log_api', search: `requestId=${encodeURIComponent(id)}` }}>
      <span className={text.code}>{id}</span>
    </PageLink>
  );
}
