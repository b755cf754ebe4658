# Sourced by the scripts beside it. Sets $home, $java and $terminal, and builds what is missing or out of date.

home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 2
}

# Prints the samples' names and what each shows, from the source, so that no build is needed.
list_samples() {
  sed -n 's/^ *\([A-Z_]*\)([A-Za-z]*\.class, [0-9]*, "\(.*\)")[,;]$/\1 \2/p' \
    "$home/samples/src/main/java/dev/rollcall/samples/Sample.java" |
    while read -r name about; do
      printf '  %-20s %s\n' "$(tr 'A-Z_' 'a-z-' <<<"$name")" "$about"
    done
}

# How Java compiles: quickly, since most programs here run shortly. Whose do not sets it to ().
compiler=(-XX:TieredStopAtLevel=1)

find_java() {
  java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  command -v "$java" >/dev/null || fail "no java found: install a JDK 17 or later, or set JAVA_HOME"
  local version
  version=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)
  [ "${version:-0}" -ge 17 ] || fail "$java is Java ${version:-unknown}; JDK 17 or later is needed"
  [ "$(uname -sm)" = "Linux x86_64" ] || fail "the samples need Linux on x86-64 (the tool itself does not)"
}

up_to_date() {
  local built=$home/samples/target/built
  # A whole build by hand leaves no such file.
  [ -e "$built" ] || built=$(find "$home/samples/target" -maxdepth 1 -name 'rollcall-samples-*.jar' 2>/dev/null | head -n 1)
  [ -n "$built" ] && [ -e "$home/recorder/target/rollcall-agent.jar" ] && [ -e "$home/analyzer/target/rollcall.jar" ] &&
    [ -z "$(cd "$home" && find pom.xml {recorder,analyzer,samples}/pom.xml {recorder,analyzer,samples}/src/main \
      -newer "$built" -print -quit)" ]
}

# Runs Maven with its output in a file, and shows which module it is at, or that it is still at work.
build() {
  local log=$home/samples/target/build.log started=$SECONDS line status
  mkdir -p "$(dirname "$log")"
  echo "Building what is missing (the very first time this downloads some 250 MB from Maven Central)"
  while status=0 && IFS= read -r -t 10 line || { status=$? && [ "$status" -gt 128 ]; }; do
    if [ "$status" -gt 128 ]; then
      echo "  still building, $((SECONDS - started)) s"
    elif [[ $line =~ Building\ (Rollcall\ .*)\ [0-9] ]]; then
      echo "  ${BASH_REMATCH[1]}"
    fi
  done < <(cd "$home" && ./mvnw -B -ntp -DskipTests -Dspotless.check.skip -pl recorder,analyzer,samples package 2>&1 | tee "$log")
  if ! grep -q 'BUILD SUCCESS' "$log"; then
    grep -a 'ERROR' "$log" | head -n 20 >&2
    fail "the build failed; all of its output is in $log"
  fi
  touch "$home/samples/target/built"
}

prepare() {
  find_java
  up_to_date || build
  terminal=false
  if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
    terminal=true
  fi
}

# Becomes the Java program $1 of the samples, such as launch.SampleRunCommand, so that a signal to the script reaches it.
become() {
  local program=$1
  shift
  # The jar has the libraries that only the analyzer needs, such as those for archives.
  exec "$java" ${compiler[@]+"${compiler[@]}"} -Drollcall.home="$home" -Drollcall.terminal="$terminal" \
    -cp "$home/samples/target/classes:$home/recorder/target/classes:$home/analyzer/target/classes:$(<"$home/samples/target/classpath"):$home/analyzer/target/rollcall.jar" \
    "dev.rollcall.samples.$program" "$@"
}
