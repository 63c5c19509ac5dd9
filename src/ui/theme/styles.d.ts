/** A module sheet: its classes by name. A test compares the names used with those that are there. */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>;
  export default styles;
}
