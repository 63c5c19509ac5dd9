import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { presetColours, seedOf } from '../look/theme';
import { ColourPicker } from '../look/topbar';
import { look } from '../store/look';
import { colourOf, panel } from '../store/panel';

/** The colour from which everything that is not neutral is grown. */
export const ColourPanel = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { theme, accent, language } = useSelector(look.selectors.all);
  const typed = useSelector(panel.selectors.hex);
  return (
    <ColourPicker
      value={seedOf(theme, accent)}
      presets={presetColours.map(({ hex, name }) => ({ hex, name: name[language] }))}
      onPick={(hex) => dispatch(look.actions.tint(hex))}
      typed={typed}
      onType={(text) => dispatch(panel.actions.hexTyped(text))}
      colourOf={colourOf}
      {...(accent ? { onReset: () => dispatch(look.actions.tint('')) } : {})}
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
};
