export { type CsvColumn, csvEncoder, type CsvEncoder } from './csv-encoder';
