import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { ComboInput } from '../../../ui/inputs/ComboInput';
import { TextInput } from '../../../ui/inputs/fields';
import { text as style } from '../../../ui/layout/text';
import { screenOf } from '../../crud/feature';
import type { FieldInputProps, Screen } from '../../crud/screen';
import { MenuInput, shownValue, text } from './scopeParts';
import { scopeDesks } from './scopesSlice';

const methodNumbers: Record<string, number> = { GET: 1, POST: 2 };

const mostRoutes = 50;

function PathInput({ draft, field, format, readOnly, onType, onBlur }: FieldInputProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { actions, selectors } = scopeDesks.api.desk;
  const { routes, routeSeek } = useSelector(selectors.all);
  const value = text(draft.scopePath);
  const label = textIn(field.label, format.language);
  const options = useMemo(() => {
    const sought = routeSeek.trim().toLowerCase();
    return routes
      .filter(({ method, path }) => `${method} ${path}`.toLowerCase().includes(sought))
      .slice(0, mostRoutes)
      .map(({ method, path }) => ({ value: `${method} ${path}`, label: path, note: method }));
  }, [routes, routeSeek]);
  if (readOnly) return shownValue(value);
  // Another server of the product family may not list its API calls.
  if (routes.length === 0)
    return (
      <TextInput
        value={value}
        aria-label={label}
        onChange={(path) => onType({ scopePath: path })}
        {...(onBlur ? { onBlur } : {})}
      />
    );
  const method = Object.keys(methodNumbers).find((one) => methodNumbers[one] === Number(draft.method)) ?? '';
  return (
    <ComboInput
      value={value && `${method} ${value}`}
      label={value}
      options={options}
      placeholder={t('scopes.path')}
      onQuery={(typed) => dispatch(actions.seekRoute(typed))}
      onPick={(option) => {
        const [picked = '', path = ''] = option?.value.split(' ') ?? [];
        onType({ scopePath: path, ...(methodNumbers[picked] ? { method: methodNumbers[picked] } : {}) });
      }}
      words={{ none: t('crud.none'), found: (count) => t('crud.found', { count }), clear: t('crud.clear') }}
      {...(onBlur ? { onBlur } : {})}
    />
  );
}

export const apiScreen: Screen = screenOf(scopeDesks.api.module, {
  naming: 'scopeName',
  columns: ['scopeName', 'resourceCode', 'method', 'scopePath', 'scopeType'],
  widths: { scopeName: 160, resourceCode: 180, method: 100, scopeType: 130 },
  search: ['scopeName', 'resourceCode'],
  form: [['menuId'], ['scopeName', 'resourceCode'], ['scopePath'], ['method', 'scopeType'], ['remark']],
  phone: { scopeName: 'name', resourceCode: 'code', method: 'state', scopePath: 'note' },
  cells: { scopePath: ({ scopePath }) => <span className={style.code}>{text(scopePath)}</span> },
  groups: ['menuId'],
  inputs: {
    menuId: (props) => <MenuInput {...props} kind="api" />,
    scopePath: (props) => <PathInput {...props} />,
  },
});
