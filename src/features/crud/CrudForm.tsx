import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { isPasswordFault, judgePasswords, leastPasswordLength } from '../../../contract/domain/passwords';
import { textIn } from '../../../contract/domain/text';
import { isEmpty, type Problem } from '../../../contract/domain/values';
import type { Field } from '../../../contract/schema/fields';
import { problemText } from '../../../contract/schema/messages';
import { isSecretIn, secretMask } from '../../../contract/schema/secretCodes';
import { isNeeded, judgeOne } from '../../../contract/schema/validate';
import { sentence } from '../../../contract/wire/refusals';
import { clock } from '../../store/clock';
import type { CrudForm as FormState } from '../../store/crud/crudState';
import { choiceSetOf } from '../../store/crud/targets';
import { session } from '../../store/session';
import { Button } from '../../ui/inputs/buttons';
import { FormField } from '../../ui/inputs/fields';
import { Output } from '../../ui/inputs/Output';
import { arrange } from '../../ui/layout/arrange';
import { Form } from '../../ui/layout/Form';
import { lazily } from '../../ui/layout/lazily';
import { Segments } from '../../ui/layout/surfaces';
import { text } from '../../ui/layout/text';
import { Dialog } from '../../ui/overlays/Dialog';
import { MessageBar } from '../../ui/overlays/MessageBar';
import { CardSkeleton, EmptyState } from '../../ui/overlays/messages';
import { doing, measureOf, within } from './cells';
import { History, historyItems } from './history/history';
import { ChoiceNames } from './inputs/choiceInputs';
import { FieldInput, isGroup } from './inputs/inputs';
import { WaitingBar } from './list/waiting';
import { nameInRecord } from './references';
import type { CrudScreenProps, FieldInputProps, Format, Screen } from './screen';
import { useFormat } from './useFormat';

const RichText = lazily(() => import('../../ui/inputs/rich/RichText').then((part) => ({ default: part.RichText })));

export interface RecordFieldsProps extends CrudScreenProps {
  form: FormState;
}

function problemWords(field: Field, problem: Problem, { language }: Format): string {
  return isPasswordFault(problem)
    ? sentence(problem, language, { least: leastPasswordLength })
    : problemText(field, problem, language);
}

/** A read-only value. */
function ShownValue({ name, field, draft }: { name: string; field: Field; draft: FormState['draft'] }): ReactNode {
  const format = useFormat();
  const value = draft[name];
  if (field.kind === 'html')
    return isEmpty(value) ? (
      '-'
    ) : (
      <Suspense fallback={<CardSkeleton />}>
        <RichText html={String(value)} />
      </Suspense>
    );
  if (field.kind !== 'ref' && field.kind !== 'refs') return measureOf(field, value, format) ?? '-';
  if (isEmpty(value) || value === field.initial) return '-';
  const set = choiceSetOf(field);
  const known = nameInRecord(name, field, draft);
  return known || !set ? known || String(value) : <ChoiceNames of={set} ids={String(value)} />;
}

/** One field of the form with its label, hint and error. */
function Cell({ name, module, slice, screen, form, isInPlace }: RecordFieldsProps & { name: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const self = useSelector(session.selectors.user)?.userId ?? '';
  const today = useSelector(clock.selectors.today);
  const { actions: at } = slice;
  const { draft, mode } = form;
  const field = module.fields[name]!;
  const isView = mode === 'view';
  const problem = form.problems[name];
  const own = screen.inputs[name];
  const id = `${isInPlace ? slice.name : 'form'}-${name}`;
  const Note = isView ? undefined : screen.notes?.[name];
  const fixed = isView ? undefined : textIn(screen.fixedReason?.(name, draft, self), format.language);
  const help = fixed ?? (isView ? undefined : helpOf());
  function helpOf(): string | undefined {
    const own = screen.helps?.[name];
    const helpText = textIn(typeof own === 'function' ? own(draft) : own, format.language);
    const held = draft[name];
    if (field.holdsSecrets && mode === 'edit' && typeof held === 'string' && held.includes(secretMask))
      return helpText ? t('crud.keepSecretsToo', { help: helpText }) : t('crud.keepSecrets');
    if (helpText) return helpText;
    if (isSecretIn(field, draft)) return mode === 'edit' ? t('crud.keepSecret') : undefined;
    if (field.kind !== 'secret') return undefined;
    return field.passwordOf ? t('crud.makeSecret') : mode === 'edit' ? t('crud.keepSecret') : undefined;
  }
  const props: FieldInputProps = {
    name,
    field,
    draft,
    format,
    mode,
    isParent: name === module.tree?.parent && field.to === module.name,
    isByBranch: screen.byBranch?.includes(name) ?? false,
    onType: (change) => dispatch(at.type(change)),
    onBlur() {
      const found = judgeOne(field, draft[name]) ?? judgePasswords({ [name]: field }, draft)[name];
      if (found) dispatch(at.judged({ [name]: found }));
    },
  };
  const control = (
    <FormField
      id={id}
      {...(screen.labelWidth ? { labelWidth: screen.labelWidth } : { layout: 'above' })}
      label={textIn(field.label, format.language)}
      required={!isView && isNeeded(module, name, draft, today)}
      as={(own ? isView || screen.groups.includes(name) : isGroup(field, format) && !isView) ? 'group' : 'field'}
      {...(problem ? { problem: problemWords(field, problem, format) } : {})}
      {...(help ? { help } : {})}
    >
      {own ? (
        own({ ...props, readOnly: isView })
      ) : isView ? (
        <Output id={id}>
          <ShownValue name={name} field={field} draft={draft} />
        </Output>
      ) : (
        <FieldInput {...props} {...(fixed ? { readOnly: true } : {})} />
      )}
    </FormField>
  );
  if (!Note) return control;
  return (
    <div>
      {control}
      <Note draft={draft} />
    </div>
  );
}

/** The history of the record. */
function RecordHistory({ module, slice, history }: RecordFieldsProps & { history: NonNullable<FormState['history']> }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  return (
    <>
      {history.isLost ? (
        <EmptyState kind="network" title={t('history.lost')}>
          <Button icon="arrow-clockwise" onClick={() => dispatch(slice.actions.turn('history'))}>
            {t('frame.retry')}
          </Button>
        </EmptyState>
      ) : !history.entries ? (
        <CardSkeleton lines={4} />
      ) : history.entries.length === 0 ? (
        <EmptyState kind="never" title={t('history.none')} />
      ) : (
        <History items={historyItems(module, history.entries, format, t)} />
      )}
    </>
  );
}

/** The rows of the form by the parts that they belong to. */
function partsOf({ form, formParts }: Screen) {
  const parts: { part?: NonNullable<Screen['formParts']>[string]; rows: string[][] }[] = [];
  for (const row of form) {
    const part = formParts?.[row[0]!];
    if (part || parts.length === 0) parts.push({ ...(part ? { part } : {}), rows: [] });
    parts.at(-1)!.rows.push(row);
  }
  return parts;
}

/** Rows of the form under a title of their own; folded where few need them. */
function FormPart({
  title,
  isFolded,
  isOpen,
  children,
}: {
  title: string;
  isFolded: boolean;
  isOpen: boolean;
  children: ReactNode;
}) {
  if (!isFolded)
    return (
      <section className={arrange.fields} aria-label={title}>
        <strong>{title}</strong>
        {children}
      </section>
    );
  return (
    <details open={isOpen || undefined}>
      <summary className={text.strong}>{title}</summary>
      <div className={arrange.fields}>{children}</div>
    </details>
  );
}

/** The inputs of a record, without the dialog around them. */
export function RecordFields(props: RecordFieldsProps) {
  const { module, slice, screen, form } = props;
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { actions: at } = slice;
  const isShown = (name: string): boolean => {
    const { kind, passwordOf } = module.fields[name]!;
    // A password is set here only for a new record, and secrets are never read back.
    if (kind === 'secret' && (form.mode === 'view' || (passwordOf && form.mode === 'edit'))) return false;
    return screen.isFieldShown?.(name, form.draft, form.mode) ?? true;
  };
  return (
    <Form hidden={form.history !== undefined} id={`form-of-${slice.name}`} onSubmit={() => dispatch(at.save())}>
      {partsOf(screen).map(({ part, rows }) => {
        const lines = rows.map((all) => {
          const row = all.filter(isShown);
          return (
            <div key={all.join()} className={row.length > 1 ? arrange.pair : undefined} hidden={row.length === 0}>
              {row.map((name) => (
                <Cell key={name} name={name} {...props} />
              ))}
            </div>
          );
        });
        if (!part) return lines;
        const isWrong = rows.flat().some((name) => form.problems[name]);
        return (
          <FormPart
            key={part.title.en}
            title={textIn(part.title, language)}
            isFolded={part.isFolded ?? false}
            isOpen={isWrong || form.mode === 'view'}
          >
            {lines}
          </FormPart>
        );
      })}
    </Form>
  );
}

/** The dialog in which a record is added, edited or viewed. */
export function CrudForm(props: CrudScreenProps) {
  const { module, slice, screen } = props;
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const form = useSelector(slice.selectors.form);
  const isSaving = useSelector((state: never) => slice.selectors.isBusy(state, 'save'));
  const { actions: at } = slice;
  if (!form) return null;
  const { history, mode } = form;
  const isView = mode === 'view';
  return (
    <Dialog
      title={doing(t(`crud.${mode}`), within(textIn(screen.title, language)), language)}
      size={screen.formSize ?? 600}
      closeLabel={t('frame.close')}
      onClose={() => dispatch(isView ? at.shut() : at.close())}
      footer={
        isView ? (
          <Button onClick={() => dispatch(at.shut())}>{t('frame.close')}</Button>
        ) : (
          <>
            <Button onClick={() => dispatch(at.close())}>{t('ask.cancel')}</Button>
            <Button tone="primary" type="submit" form={`form-of-${slice.name}`} busy={isSaving}>
              {t('crud.save')}
            </Button>
          </>
        )
      }
    >
      <div className={arrange.column}>
        {isView && !module.keepsNoHistory && (
          <Segments
            label={t('crud.parts')}
            current={history ? 'history' : 'record'}
            onPick={(part) => dispatch(at.turn(part === 'history' ? 'history' : 'record'))}
            items={[
              { key: 'record', label: t('crud.record') },
              { key: 'history', label: t('crud.history') },
            ]}
          />
        )}
        <WaitingBar module={module} row={form.before} />
        {form.waits && <MessageBar tone="info">{form.waits}</MessageBar>}
        {form.isAhead && <MessageBar tone="warning">{t('crud.savedInPart')}</MessageBar>}
        {history && <RecordHistory {...props} form={form} history={history} />}
        <RecordFields {...props} form={form} />
      </div>
    </Dialog>
  );
}
