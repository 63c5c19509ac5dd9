import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { isPasswordFault, judgePasswords, leastPasswordLength } from '../../../contract/domain/passwords';
import { isEmpty, type Problem } from '../../../contract/domain/values';
import type { Field } from '../../../contract/schema/fields';
import { problemText } from '../../../contract/schema/messages';
import { judgeOne } from '../../../contract/schema/validate';
import { sentence } from '../../../contract/wire/refusals';
import { session } from '../../store/session';
import { Button } from '../../ui/inputs/buttons';
import { FormField } from '../../ui/inputs/fields';
import { Segments } from '../../ui/layout/surfaces';
import { Dialog } from '../../ui/overlays/Dialog';
import { CardSkeleton, EmptyState } from '../../ui/overlays/messages';
import { measureOf, within } from './cells';
import { ChoiceNames } from './choiceInputs';
import { History, historyItems } from './history';
import { FieldInput, isGroup, nameOfRef, sourceOf } from './inputs';
import type { CrudScreenProps, FieldInputProps } from './screen';
import { useFormat } from './useFormat';

/** The dialog in which a record is added, edited or looked at. */
export const CrudForm = ({ module, slice, screen }: CrudScreenProps) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const form = useSelector(slice.selectors.form);
  const isSaving = useSelector((state: never) => slice.selectors.isBusy(state, 'save'));
  const self = useSelector(session.selectors.user)?.userId ?? '';
  const { actions: at } = slice;
  if (!form) return null;
  const isView = form.mode === 'view';
  const title = `${t(`crud.${form.mode}`)}${format.language === 'en' ? ' ' : ''}${within(screen.title[format.language])}`;

  const { draft, mode, history } = form;
  const isShown = (name: string): boolean => {
    const { kind, passwordOf } = module.fields[name]!;
    // A password is given once here; changing it is another way. And no secret is ever read.
    if (kind === 'secret' && (isView || (passwordOf && mode === 'edit'))) return false;
    return screen.isFieldShown?.(name, draft, mode) ?? true;
  };
  const helpOf = (name: string, { kind, passwordOf }: Field): string | undefined => {
    if (isView) return undefined;
    const own = screen.helps?.[name]?.[format.language];
    if (own || kind !== 'secret') return own;
    return passwordOf ? t('crud.makeSecret') : mode === 'edit' ? t('crud.keepSecret') : undefined;
  };
  const said = (field: Field, problem: Problem): string =>
    isPasswordFault(problem)
      ? sentence(problem, format.language, { least: leastPasswordLength })
      : problemText(field, problem, format.language);
  const shownValue = (name: string, field: Field): ReactNode => {
    const value = draft[name];
    if (field.kind !== 'ref' && field.kind !== 'refs') return measureOf(field, value, format) ?? '-';
    if (isEmpty(value) || value === field.initial) return '-';
    const known = nameOfRef(name, field, draft);
    const source = sourceOf(field, screen.from?.[name]);
    if (known || !source) return known || String(value);
    return <ChoiceNames from={source} ids={String(value)} />;
  };

  const cell = (name: string) => {
    const field = module.fields[name]!;
    const problem = form.problems[name];
    const judge = () => {
      const found = judgeOne(field, draft[name]) ?? judgePasswords({ [name]: field }, draft)[name];
      if (found) dispatch(at.judged({ [name]: found }));
    };
    const own = screen.inputs[name];
    const fixed = isView ? undefined : screen.fixedReason?.(name, draft, self)?.[format.language];
    const help = fixed ?? helpOf(name, field);
    const props: FieldInputProps = {
      name,
      field,
      draft,
      format,
      mode,
      isParent: name === module.tree?.parent && field.to === module.name,
      ...(screen.from?.[name] ? { from: screen.from[name] } : {}),
      onType: (change) => dispatch(at.type(change)),
      onBlur: judge,
    };
    const Note = isView ? undefined : screen.notes?.[name];
    const control = (
      <FormField
        key={name}
        id={`form-${name}`}
        layout="above"
        label={field.label[format.language]}
        required={field.required && !isView}
        as={own || (isGroup(field, format) && !isView) ? 'group' : 'field'}
        {...(problem ? { problem: said(field, problem) } : {})}
        {...(help ? { help } : {})}
      >
        {own ? (
          own({ ...props, readOnly: isView })
        ) : isView ? (
          <output id={`form-${name}`} className="read-only">
            {shownValue(name, field)}
          </output>
        ) : (
          <FieldInput {...props} {...(fixed ? { readOnly: true } : {})} />
        )}
      </FormField>
    );
    if (!Note) return control;
    return (
      <div key={name}>
        {control}
        <Note draft={draft} />
      </div>
    );
  };

  return (
    <Dialog
      title={title}
      size={screen.formSize ?? 600}
      closeLabel={t('crud.close')}
      onClose={() => dispatch(isView ? at.shut() : at.close())}
      footer={
        isView ? (
          <Button onClick={() => dispatch(at.shut())}>{t('crud.close')}</Button>
        ) : (
          <>
            <Button onClick={() => dispatch(at.close())}>{t('ask.cancel')}</Button>
            <Button tone="primary" type="submit" form={`form-of-${module.name}`} busy={isSaving}>
              {t('crud.save')}
            </Button>
          </>
        )
      }
    >
      {isView && (
        <div className="record-parts">
          <Segments
            label={t('crud.parts')}
            current={history ? 'history' : 'record'}
            onPick={(part) => dispatch(at.turn(part === 'history' ? 'history' : 'record'))}
            items={[
              { key: 'record', label: t('crud.record') },
              { key: 'history', label: t('crud.history') },
            ]}
          />
        </div>
      )}
      {history && (
        <div className="record-history">
          {history.isLost ? (
            <EmptyState kind="network" title={t('history.lost')}>
              <Button icon="arrow-clockwise" onClick={() => dispatch(at.turn('history'))}>
                {t('crud.retry')}
              </Button>
            </EmptyState>
          ) : !history.entries ? (
            <CardSkeleton lines={4} />
          ) : history.entries.length === 0 ? (
            <EmptyState kind="never" title={t('history.none')} />
          ) : (
            <History items={historyItems(module, history.entries, format, t)} />
          )}
        </div>
      )}
      <form
        hidden={history !== undefined}
        id={`form-of-${module.name}`}
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          dispatch(at.save());
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) dispatch(at.save());
        }}
      >
        {screen.form.map((all) => {
          const row = all.filter(isShown);
          return (
            <div key={all.join()} className={row.length > 1 ? 'form-row-2' : undefined} hidden={row.length === 0}>
              {row.map(cell)}
            </div>
          );
        })}
      </form>
    </Dialog>
  );
};
