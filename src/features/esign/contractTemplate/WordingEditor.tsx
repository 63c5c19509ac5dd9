import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractKind } from '../../../../contract/domain/contractKinds';
import { textIn } from '../../../../contract/domain/text';
import {
  placeText,
  storedWording,
  type Wording,
  type WordingClause,
  wordingFault,
  wordingLimits,
} from '../../../../contract/domain/wording/wording';
import { Button } from '../../../ui/inputs/buttons';
import { FieldNote, FormField, TextInput } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import type { FieldInputProps } from '../../crud/screen';
import { useFormat } from '../../crud/useFormat';
import { ClauseForm, WordsInput } from './ClauseForm';
import { added, isOfType, moved, newClause, replaced, singleTexts, stored, titled, without } from './editing';
import styles from './WordingEditor.module.css';
import { ClauseText, WordingText } from './WordingText';

/** What is wrong with the wording as it is now, where a check in the browser tells. */
function Fault({ type, wording }: { type: ContractKind; wording: Wording }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const fault = wordingFault(type, wording);
  if (!fault) return null;
  const place = fault.place ? textIn(placeText(fault.place), language) : '';
  return (
    <FieldNote tone="problem">
      {[place, t(`template.fault.${fault.problem}`, { name: fault.name ?? '' })].filter(Boolean).join('：')}
    </FieldNote>
  );
}

function Clauses({ type, wording, onChange }: { type: ContractKind; wording: Wording; onChange(next: Wording): void }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  /** The clause that is edited. */
  const [open, setOpen] = useState<number | null>(null);
  const { clauses } = wording;
  const store = (next: WordingClause[]) => onChange({ ...wording, clauses: next });
  return (
    <ol className={styles.clauses} aria-label={t('template.clauses')}>
      {clauses.map((clause, at) => {
        const named = t('template.clause', { number: at + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a clause has no name but its place
          <li key={at} className={styles.clause}>
            {open === at ? (
              <ClauseForm
                type={type}
                clause={clause}
                named={named}
                at={at}
                count={clauses.length}
                onMove={(by) => {
                  store(moved(clauses, at, by));
                  setOpen(at + by);
                }}
                onRemove={() => {
                  store(without(clauses, at));
                  setOpen(null);
                }}
                onChange={(next) => store(replaced(clauses, at, next))}
                onDone={() => setOpen(null)}
              />
            ) : (
              <ClauseText clause={clause} at={at} />
            )}
            <div className={arrange.row}>
              {open !== at && (
                <Button
                  size="small"
                  tone="subtle"
                  icon="edit"
                  aria-label={t('template.editClause', { name: `${named} ${clause.title}` })}
                  onClick={() => setOpen(at)}
                >
                  {textIn(['编辑', 'Edit'], language)}
                </Button>
              )}
              <Button
                size="small"
                tone="subtle"
                icon="add"
                aria-label={t('template.addAfter', { name: named })}
                onClick={() => {
                  store(added(clauses, at, newClause()));
                  setOpen(at + 1);
                }}
                {...(clauses.length >= wordingLimits.clauses ? { disabledReason: t('template.full') } : {})}
              >
                {t('template.addClause')}
              </Button>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** The wording of a version: read, or edited clause by clause. */
export function WordingEditor({ draft, readOnly = false, onType }: FieldInputProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const wording = storedWording(typeof draft.wording === 'string' ? draft.wording : null);
  if (!wording || !isOfType(draft.type)) return <FieldNote>{t('template.noWording')}</FieldNote>;
  const type = Number(draft.type) as ContractKind;
  const change = (next: Wording) => onType({ wording: JSON.stringify(next) });
  if (readOnly) return <WordingText wording={wording} />;
  const { roles } = wording;
  return (
    <div className={arrange.column}>
      <Fault type={type} wording={wording} />
      <div className={arrange.pair}>
        {(['provider', 'customer'] as const).map((side) => (
          <FormField key={side} layout="above" label={t(`template.role.${side}`)}>
            <TextInput
              value={titled(roles[side], language)}
              maxLength={wordingLimits.title}
              onChange={(role) => change({ ...wording, roles: { ...roles, [side]: stored(role, language) } })}
            />
          </FormField>
        ))}
      </div>
      {singleTexts.map((name) => (
        <FormField key={name} as="group" layout="above" label={t(`template.${name}`)}>
          <WordsInput
            type={type}
            text={wording[name]}
            named={t(`template.${name}`)}
            onChange={(text) => change({ ...wording, [name]: text })}
          />
        </FormField>
      ))}
      <Clauses type={type} wording={wording} onChange={change} />
    </div>
  );
}
