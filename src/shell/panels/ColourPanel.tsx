import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../contract/domain/text';
import { colourOf, panel } from '../../store/navigation/panel';
import { preferences } from '../../store/preferences';
import { ColourPicker } from '../../ui/inputs/ColourPicker';
import { presetColours, seedOf } from '../../ui/theme/theme';

/** The base colour from which all other colours of the theme are derived. */
export function ColourPanel() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { theme, accent, language } = useSelector(preferences.selectors.all);
  const typed = useSelector(panel.selectors.hex);
  return (
    <ColourPicker
      value={seedOf(theme, accent)}
      presets={presetColours.map(({ hex, name }) => ({ hex, name: textIn(name, language) }))}
      onPick={(hex) => dispatch(preferences.actions.tint(hex))}
      typed={typed}
      onType={(text) => dispatch(panel.actions.hexTyped(text))}
      colourOf={colourOf}
      {...(accent ? { onReset: () => dispatch(preferences.actions.tint('')) } : {})}
      words={{
        presets: t('colour.presets'),
        own: t('colour.own'),
        hex: t('colour.hex'),
        problem: t('colour.notColour'),
        apply: t('colour.apply'),
        reset: t('colour.reset'),
        note: t('colour.note'),
      }}
    />
  );
}
