import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { textIn } from '../../../../../contract/domain/text';
import { model as modelModule, modelStates } from '../../../../../contract/modules/develop/model';
import type { Problems } from '../../../../../contract/schema/validate';
import { Checkbox, SelectInput } from '../../../../ui/inputs/choices';
import { FormField, TextArea, TextInput } from '../../../../ui/inputs/fields';
import { Output } from '../../../../ui/inputs/Output';
import { arrange } from '../../../../ui/layout/arrange';
import { useFormat } from '../../../crud/useFormat';
import type { ModelHead } from './designSlice';
import type { ModelDraft } from './draft';
import { saysOf } from './problems';

export interface SettingsPanelProps {
  head: ModelHead;
  draft: ModelDraft;
  problems: Problems;
  isTried: boolean;
  onChange(change: Partial<Omit<ModelDraft, 'fields'>>): void;
}

/** What the model is called, and which of its fields name a record. */
export function SettingsPanel({ head, draft, problems, isTried, onChange }: SettingsPanelProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const base = useId();
  const says = saysOf(problems, isTried, t, language);
  const { modelName, modelNameEn, modelCode, modelRemark } = modelModule.fields;
  const [zh, en, code, remark] = [modelName, modelNameEn, modelCode, modelRemark].map(
    ({ label }) => textIn(label, language) ?? '',
  ) as [string, string, string, string];
  const isFixed = head.state !== modelStates.draft;
  const texts = draft.fields.filter(({ kind }) => kind === 'text');
  const optionsOf = (fields: typeof texts) =>
    fields.map((one) => ({
      value: one.name,
      label: textIn({ zh: one.zh, en: one.en || one.zh }, language) || one.name,
    }));
  return (
    <div className={arrange.fields}>
      <FormField id={`${base}-zh`} layout="above" label={zh} required {...says('zh', zh)}>
        <TextInput value={draft.zh} maxLength={modelName.maxLength} onChange={(typed) => onChange({ zh: typed })} />
      </FormField>
      <div className={arrange.pair}>
        <FormField id={`${base}-en`} layout="above" label={en} {...says('en', en)}>
          <TextInput value={draft.en} maxLength={modelNameEn.maxLength} onChange={(typed) => onChange({ en: typed })} />
        </FormField>
        <FormField
          id={`${base}-code`}
          layout="above"
          label={code}
          required
          help={t(isFixed ? 'model.codeFixed' : 'model.codeHelp')}
          {...says('code', code)}
        >
          <TextInput
            value={draft.code}
            maxLength={modelCode.maxLength}
            spellCheck={false}
            readOnly={isFixed}
            onChange={(typed) => onChange({ code: typed })}
          />
        </FormField>
      </div>
      <FormField
        id={`${base}-title`}
        layout="above"
        label={t('model.titleField')}
        required
        help={t('model.titleHelp')}
        {...says('titleField', t('model.titleField'))}
      >
        <SelectInput
          value={draft.titleField}
          placeholder={t('model.chooseField')}
          onChange={(titleField) => onChange({ titleField })}
          options={optionsOf(texts.filter(({ isRequired }) => isRequired))}
        />
      </FormField>
      <FormField
        id={`${base}-note`}
        layout="above"
        label={t('model.noteField')}
        help={t('model.noteHelp')}
        {...says('noteField', t('model.noteField'))}
      >
        <SelectInput
          value={draft.noteField ?? ''}
          placeholder={t('model.none')}
          onChange={(noteField) => onChange({ noteField: noteField || undefined })}
          options={optionsOf(texts.filter(({ name }) => name !== draft.titleField))}
        />
      </FormField>
      <Checkbox checked={draft.isTree} disabled={isFixed} onChange={(isTree) => onChange({ isTree })}>
        {t('model.isTree')}
      </Checkbox>
      <FormField id={`${base}-remark`} layout="above" label={remark}>
        <TextArea
          value={draft.remark}
          maxLength={modelRemark.maxLength}
          onChange={(typed) => onChange({ remark: typed })}
        />
      </FormField>
      {head.modelTable !== null && (
        <FormField
          id={`${base}-table`}
          layout="above"
          label={textIn(modelModule.fields.modelTable.label, language) ?? ''}
        >
          <Output id={`${base}-table`}>{head.modelTable}</Output>
        </FormField>
      )}
    </div>
  );
}
