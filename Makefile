PREFIX ?= /usr/local
# Not every shell expands the ~ of PREFIX=~/.local, and what is written into files is not seen by one.
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))
DESTDIR ?=
BINDIR = $(DESTDIR)$(PREFIX)/bin
LOCALEDIR = $(DESTDIR)$(PREFIX)/share/locale
MANDIR = $(DESTDIR)$(PREFIX)/share/man
DOCDIR = $(DESTDIR)$(PREFIX)/share/doc/hyaline
# What the bus starts when a notification comes and nobody serves, and what systemd starts with the session.
DBUSDIR = $(DESTDIR)$(PREFIX)/share/dbus-1/services
# In share, where systemd looks for a PREFIX of ~/.local too.
UNITDIR = $(DESTDIR)$(PREFIX)/share/systemd/user
# Where `hyaline settings --default` says that the schema is.
SCHEMA = $(DESTDIR)$(PREFIX)/share/hyaline/settings.schema.json
# Where shells look for the completions of programs.
BASHDIR = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSHDIR = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISHDIR = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
UNITS = hyaline.service hyaline-notifications.service
ACTIVATION = hyaline.notifications.service

SWIFT ?= swift
# How `make install` takes the symbols and debug information out; empty: it leaves them in, for a debugger.
STRIP ?= strip
# Static, so that an installed binary does not depend on where Swift lies, and looks for nothing there. Each function has a
# section of its own, so that the linker leaves out those that nobody calls. DEBUG_INFO=dwarf: for a debugger, which takes
# a tenth longer to build.
DEBUG_INFO ?= none
SMALL = --static-swift-stdlib -debug-info-format $(DEBUG_INFO) -Xswiftc -Xfrontend -Xswiftc -function-sections
RELEASE = $(SWIFT) build -c release $(SMALL) --disable-local-rpath --product hyaline
BINARY = .build/release/hyaline
# No index is written: an editor keeps its own, and it took a fifth of the compilation. Modules are compiled whole: as two
# parts, and a third time for what others see of them, they took a fifth longer, since each expands the macros of all.
WHOLE = -wmo -disable-batch-mode -num-threads 1 -no-emit-module-separately-wmo
TESTING = -debug-info-format $(DEBUG_INFO) --disable-index-store $(addprefix -Xswiftc ,$(WHOLE))
# Swift's backtracer can take minutes over a crash.
export SWIFT_BACKTRACE = enable=no

# Swift first: without it nothing needs to be installed.
define prepare
@scripts/check-swift --if-it-runs $(SWIFT)
@scripts/install-dependencies $(1)
@scripts/check-swift $(SWIFT)
endef

LANGUAGES = $(notdir $(basename $(wildcard po/*.po)))
# The program looks for translations in `share/locale` beside its folder, also when it runs from the build.
BUILT_LOCALES = $(dir $(realpath $(BINARY)))../share/locale

.PHONY: build run demo test survey test-live sanitize fuzz bench doc lint format install uninstall clean

build:
	$(call prepare,build)
	$(RELEASE)
	@$(call translate,$(BUILT_LOCALES))

ifdef WAYLAND_DISPLAY
run:
	$(call prepare,build run)
	$(RELEASE)
	@$(call translate,$(BUILT_LOCALES))
	$(BINARY) run
else
run: demo
endif

demo:
	$(call prepare,build run demo)
	$(RELEASE)
	@$(call translate,$(BUILT_LOCALES))
	$(BINARY) demo

test:
	$(call prepare,build run demo test)
	$(if $(FILTER),$(SWIFT) test $(TESTING) --disable-xctest --filter '$(FILTER)',SWIFT=$(SWIFT) FLAGS='$(TESTING)' scripts/test-all)

# All cases of the surveys of which `make test` looks at some: contrast over every backdrop, glass in every position.
survey:
	$(call prepare,build run demo test)
	SWIFT=$(SWIFT) FLAGS='$(TESTING)' scripts/test-all --survey

# Inside another compositor: INSIDE is a command that starts it around the program named after it. What any compositor
# can serve then runs there: FILTER chooses among that.
test-live:
	$(call prepare,build run demo test)
	HYALINE_TEST_INSIDE='$(INSIDE)' $(SWIFT) test $(TESTING) --disable-xctest \
	  --filter '$(or $(FILTER),$(if $(INSIDE),LiveTests.(OutputTests|OutputChangeTests|OutputEventTests|RegionTests|GlassTests|ModulePopupTests|ProtocolModuleTests),LiveTests))'

# Random changes of outputs under the address and the thread sanitizer: minutes to compile, and then slow.
EVENTS ?= 100
sanitize:
	$(call prepare,build run demo test)
	SWIFT=$(SWIFT) scripts/sanitize address $(EVENTS)
	SWIFT=$(SWIFT) scripts/sanitize thread $(EVENTS)

# Half a minute and more to compile, then SECONDS for each target.
SECONDS ?= 60
fuzz:
	$(call prepare,build)
	SWIFTC=$(SWIFT)c scripts/fuzz $(SECONDS)

bench:
	$(call prepare,build run demo bench)
	$(RELEASE)
	$(SWIFT) build -c release $(SMALL) --disable-local-rpath --product RenderingBenchmark
	$(SWIFT) build -c release $(SMALL) --disable-local-rpath --product ScreenWatch
	bench/run

# Articles and every public symbol of the library's modules, as a site of static files.
doc:
	$(call prepare,build)
	scripts/make-documentation $(SWIFT) .build/documentation

lint:
	$(SWIFT) format lint --strict -r Sources Tests Plugins Package.swift
	scripts/lint-tests
	scripts/lint-comments
	scripts/lint-imports $(SWIFT)
	scripts/extract-words --check

format:
	$(SWIFT) format -i -r Sources Tests Plugins Package.swift

# Only copies and converts catalogues, so that `sudo make install` builds nothing in the checkout as root.
install:
	@test -x $(BINARY) || { echo "hyaline is not built yet: run 'make build' first" >&2; exit 1; }
	install -Dm755 $(if $(STRIP),--strip --strip-program='$(STRIP)') $(BINARY) $(BINDIR)/hyaline
	install -Dm644 doc/hyaline.1 $(MANDIR)/man1/hyaline.1
	install -Dm644 doc/hyaline.5 $(MANDIR)/man5/hyaline.5
	install -Dm644 -t $(DOCDIR) LICENSE README.md
	install -d $(UNITDIR) $(DBUSDIR) $(BASHDIR) $(ZSHDIR) $(FISHDIR)
	$(call complete,bash,$(BASHDIR)/hyaline)
	$(call complete,zsh,$(ZSHDIR)/_hyaline)
	$(call complete,fish,$(FISHDIR)/hyaline.fish)
	install -d $(dir $(SCHEMA))
	$(BINARY) settings schema >$(SCHEMA) && chmod 644 $(SCHEMA)
	$(call translate,$(LOCALEDIR))
	for unit in $(UNITS); do $(call place,$$unit,$(UNITDIR)/$$unit); done
	$(call place,$(ACTIVATION),$(DBUSDIR)/$(ACTIVATION))

# By the path that it will have, without DESTDIR.
define place
sed 's|@BINDIR@|$(PREFIX)/bin|' service/$(1).in >$(2) && chmod 644 $(2)
endef

# Writes the catalogues of all languages to a folder.
define translate
for language in $(LANGUAGES); do \
  install -d $(1)/$$language/LC_MESSAGES && \
  msgfmt -o $(1)/$$language/LC_MESSAGES/hyaline.mo po/$$language.po || exit 1; \
done
endef

# The program writes what each shell needs to complete its commands.
define complete
$(BINARY) --generate-completion-script $(1) >$(2) && chmod 644 $(2)
endef

uninstall:
	rm -f $(BINDIR)/hyaline $(MANDIR)/man1/hyaline.1 $(MANDIR)/man5/hyaline.5
	rm -f $(LANGUAGES:%=$(LOCALEDIR)/%/LC_MESSAGES/hyaline.mo)
	rm -f $(BASHDIR)/hyaline $(ZSHDIR)/_hyaline $(FISHDIR)/hyaline.fish
	rm -f $(UNITS:%=$(UNITDIR)/%) $(DBUSDIR)/$(ACTIVATION)
	rm -f $(DOCDIR)/LICENSE $(DOCDIR)/README.md
	rm -f $(SCHEMA)
	test ! -d $(dir $(SCHEMA)) || rmdir --ignore-fail-on-non-empty $(dir $(SCHEMA))
	test ! -d $(DOCDIR) || rmdir --ignore-fail-on-non-empty $(DOCDIR)

clean:
	rm -rf .build
