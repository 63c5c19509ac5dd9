import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../../../contract/domain/text';
import { datasource } from '../../../../../contract/modules/develop/datasource';
import { model as modelModule } from '../../../../../contract/modules/develop/model';
import { problemText } from '../../../../../contract/schema/messages';
import { modelFieldOf } from '../../../../../contract/wire/develop/prototypes';
import { Button } from '../../../../ui/inputs/buttons';
import { Checkbox, Radios, SelectInput } from '../../../../ui/inputs/choices';
import { FieldNote, FormField, TextInput } from '../../../../ui/inputs/fields';
import { arrange } from '../../../../ui/layout/arrange';
import { Form } from '../../../../ui/layout/Form';
import { text } from '../../../../ui/layout/text';
import { Dialog } from '../../../../ui/overlays/Dialog';
import { MessageBar } from '../../../../ui/overlays/MessageBar';
import { CardSkeleton } from '../../../../ui/overlays/messages';
import { errorText } from '../../../crud/errorText';
import { ChoiceInput } from '../../../crud/inputs/choiceInputs';
import { useFormat } from '../../../crud/useFormat';
import styles from './StartDialog.module.css';
import { type StartState, starts, type TableInfo } from './startSlice';

const { actions: at, selectors: see } = starts;
const formId = 'start-model';

/** The columns of the table that become fields; those that do not, with the reason. */
function Columns({ info, shown }: { info: TableInfo; shown: StartState }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const names = info.fields.map(({ propertyName }) => propertyName);
  const { taken, problems } = shown;
  return (
    <>
      <FormField
        as="group"
        layout="above"
        label={t('model.columns')}
        {...(problems.taken ? { problem: t('model.takeOne') } : {})}
      >
        <div className={styles.columns}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">
                  <Checkbox
                    aria-label={t('model.takeAll')}
                    checked={taken.length === names.length}
                    onChange={(isTaken) => dispatch(at.take({ names, isTaken }))}
                  />
                </th>
                {(['column', 'label', 'name', 'kind'] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`model.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {info.fields.map((row) => (
                <tr key={row.propertyName}>
                  <td>
                    <Checkbox
                      aria-label={row.jdbcName}
                      checked={taken.includes(row.propertyName)}
                      onChange={(isTaken) => dispatch(at.take({ names: [row.propertyName], isTaken }))}
                    />
                  </td>
                  <td>
                    <code>{row.jdbcName}</code> <span className={text.caption}>{row.jdbcType}</span>
                  </td>
                  <td>{row.jdbcComment}</td>
                  <td>
                    <code>{row.propertyName}</code>
                  </td>
                  <td>{t(`model.kinds.${modelFieldOf(row).kind}`)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </FormField>
      {info.left.length > 0 && (
        <MessageBar tone="info">
          {t('model.left')}
          <ul className={styles.left}>
            {info.left.map(({ name, type, why }) => (
              <li key={name}>
                <code>{name}</code> ({type}): {t(`model.why.${why}`)}
              </li>
            ))}
          </ul>
        </MessageBar>
      )}
    </>
  );
}

/** Which table of which source. */
function Table({ shown }: { shown: StartState }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { sourceId, tables, table, info, trouble, problems } = shown;
  return (
    <>
      <div className={arrange.pair}>
        <FormField
          layout="above"
          label={t('model.source')}
          required
          {...(problems.sourceId ? { problem: t('model.chooseSource') } : {})}
        >
          <ChoiceInput
            of={datasource.name}
            value={sourceId}
            label={t('model.source')}
            placeholder={t('model.chooseSource')}
            onPick={(id) => dispatch(at.chooseSource(id))}
          />
        </FormField>
        <FormField
          layout="above"
          label={t('model.table')}
          required
          {...(problems.table ? { problem: t('model.chooseTable') } : {})}
        >
          <SelectInput
            value={table}
            disabled={sourceId === '' || !tables?.length}
            placeholder={
              sourceId !== '' && tables === null
                ? t('model.loading')
                : tables?.length === 0
                  ? t('model.noTables')
                  : t('model.chooseTable')
            }
            onChange={(name) => dispatch(at.chooseTable(name))}
            options={(tables ?? []).map(({ name, comment }) => ({
              value: name,
              label: comment ? `${name} · ${comment}` : name,
            }))}
          />
        </FormField>
      </div>
      {trouble !== null && (
        <MessageBar
          tone="danger"
          action={
            <Button
              size="small"
              onClick={() => dispatch(table === '' ? at.chooseSource(sourceId) : at.chooseTable(table))}
            >
              {t('frame.retry')}
            </Button>
          }
        >
          {trouble === '' ? t('model.noAnswer') : errorText(t, trouble)}
        </MessageBar>
      )}
      {table !== '' && trouble === null && (info ? <Columns info={info} shown={shown} /> : <CardSkeleton lines={4} />)}
    </>
  );
}

/** What the model is called. */
function Names({ shown }: { shown: StartState }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { problems } = shown;
  const { modelName, modelNameEn, modelCode } = modelModule.fields;
  const inputs = [
    ['zh', modelName],
    ['en', modelNameEn],
    ['code', modelCode],
  ] as const;
  return (
    <div className={arrange.pair}>
      {inputs.map(([name, field]) => (
        <FormField
          key={name}
          id={`start-${name}`}
          layout="above"
          label={textIn(field.label, language)}
          required={field.required}
          {...(problems[name] ? { problem: problemText(field, problems[name], language) } : {})}
          {...(name === 'code' ? { help: t('model.codeHelp') } : {})}
        >
          <TextInput
            value={shown[name]}
            maxLength={field.maxLength}
            spellCheck={false}
            onChange={(typed) => dispatch(at.type({ [name]: typed }))}
          />
        </FormField>
      ))}
    </div>
  );
}

/** Begins a model from nothing, or from a table. */
export function StartDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const shown = useSelector(see.shown);
  if (!shown) return null;
  const { from, isBusy } = shown;
  const close = () => dispatch(at.close());
  return (
    <Dialog
      title={t('model.start')}
      size={from === 'table' ? 1200 : 600}
      closeLabel={t('frame.close')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('ask.cancel')}</Button>
          <Button tone="primary" type="submit" form={formId} busy={isBusy}>
            {t('model.begin')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={() => dispatch(at.submit())}>
        <FormField as="group" layout="above" label={t('model.from')}>
          <Radios
            value={from}
            onChange={(to) => dispatch(at.turn(to as StartState['from']))}
            options={[
              { value: 'nothing', label: t('model.fromNothing') },
              { value: 'table', label: t('model.fromTable') },
            ]}
          />
          <FieldNote>{t(from === 'table' ? 'model.fromTableHelp' : 'model.fromNothingHelp')}</FieldNote>
        </FormField>
        {from === 'table' && <Table shown={shown} />}
        <Names shown={shown} />
      </Form>
    </Dialog>
  );
}
