import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { judgeOne, problemText } from '../../contract/kit';
import { Button } from '../look/buttons';
import { Dialog } from '../look/Dialog';
import { FormField } from '../look/fields';
import { measureOf, within } from './cells';
import { FieldInput, isGroup, nameOfRef } from './inputs';
import type { CrudScreenProps, FieldInputProps } from './screen';
import { useEye } from './useEye';

/** The dialog in which a record is added, edited or looked at. */
export const CrudForm = ({ module, slice, screen }: CrudScreenProps) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const eye = useEye();
  const form = useSelector(slice.selectors.form);
  const isSaving = useSelector((state: never) => slice.selectors.isBusy(state, 'save'));
  const { actions: at } = slice;
  if (!form) return null;
  const isView = form.mode === 'view';
  const title = `${t(`crud.${form.mode}`)}${eye.language === 'en' ? ' ' : ''}${within(screen.title[eye.language])}`;

  const cell = (name: string) => {
    const field = module.fields[name]!;
    const problem = form.problems[name];
    const judge = () => {
      const found = judgeOne(field, form.draft[name]);
      if (found) dispatch(at.judged({ [name]: found }));
    };
    const own = screen.inputs[name];
    const props: FieldInputProps = {
      name,
      field,
      draft: form.draft,
      eye,
      onType: (change) => dispatch(at.type(change)),
      onBlur: judge,
    };
    return (
      <FormField
        key={name}
        id={`form-${name}`}
        layout="above"
        label={field.label[eye.language]}
        required={field.required && !isView}
        as={own || (isGroup(field, eye) && !isView) ? 'group' : 'field'}
        {...(problem ? { problem: problemText(field, problem, eye.language) } : {})}
      >
        {own ? (
          own({ ...props, readOnly: isView })
        ) : isView ? (
          <output id={`form-${name}`} className="read-only">
            {(field.kind === 'ref' && nameOfRef(field, form.draft)) || (measureOf(field, form.draft[name], eye) ?? '-')}
          </output>
        ) : (
          <FieldInput {...props} />
        )}
      </FormField>
    );
  };

  return (
    <Dialog
      title={title}
      size={600}
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
      <form
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
        {screen.form.map((row) => (
          <div key={row.join()} className={row.length > 1 ? 'form-row-2' : undefined}>
            {row.map(cell)}
          </div>
        ))}
      </form>
    </Dialog>
  );
};
