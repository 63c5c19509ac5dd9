import { dict } from '../../contract/modules/system/dictionary';
import { serveDictionary } from './dictionaries/dictionary';

export default serveDictionary(dict, 'sys_dict');
